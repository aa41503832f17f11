"""What a repository's name looks like."""

import re

# GitHub's characters. A lone "n/a" is how people write that there is nothing to say.
REPOSITORY = re.compile(
    r"(?!n/a$)[A-Za-z0-9][A-Za-z0-9_-]{0,38}/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}", re.IGNORECASE
)


def is_repository(text: str) -> bool:
    """Whether a text is `owner/name` and nothing else."""
    return REPOSITORY.fullmatch(text) is not None
