"""Slack's errors of `chat.postMessage`, by what follows from each; from its reference, 2026-08."""

LATER = (
    "accesslimited",
    "two_factor_setup_required",
    "org_login_required",
    "team_added_to_org",
    "message_limit_exceeded",
)
SMALLER = ("msg_too_long", "msg_blocks_too_long")
PLAIN = ("invalid_blocks", "invalid_blocks_format")
UNMARKED = (
    "metadata_too_large",
    "invalid_metadata_format",
    "invalid_metadata_schema",
    "metadata_must_be_sent_from_app",
)
TOP_LEVEL = (
    "cannot_reply_to_message",
    "message_not_found",
    "restricted_action_non_threadable_channel",
    "restricted_action_thread_locked",
)
NOT_IN = "not_in_channel"
"""Once: then the channel is joined, and whoever that does not help meets it again."""
PAUSE = (
    NOT_IN,
    "channel_not_found",
    "is_archived",
    "channel_is_limited_access",
    "restricted_action",
    "restricted_action_read_only_channel",
    "restricted_action_thread_only_channel",
    "ekm_access_denied",
    "messages_tab_disabled",
    "missing_scope",
    "no_permission",
    "access_denied",
    "app_access_restricted",
    "not_allowed_token_type",
)
STOP = (
    "token_revoked",
    "token_expired",
    "account_inactive",
    "invalid_auth",
    "not_authed",
    "team_access_not_granted",
)
FAIL = ("no_text", "markdown_text_conflict", "too_many_attachments", "a_code_of_tomorrow")
REFUSALS = (*LATER, *SMALLER, *PLAIN, *UNMARKED, *TOP_LEVEL, *PAUSE, *STOP, *FAIL)
