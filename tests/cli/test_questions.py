"""The verbs that ask, end to end: what they print, and what they end with."""

from pathlib import Path

import pytest

from tests.cli.running import Run, printed

DIGEST = """\
repo: acme/engine
date: 2026-11-27
entries:
  - {pr: 1, headline: MoE routing on ROCm, verdict: Worth a close read., labels: [ci]}
  - {pr: 2, headline: MoE routing on CUDA, verdict: Skip it.}
  - {headline: 修复量化权重加载, verdict: 值得精读。}
"""
KEYS = [
    "key", "repo", "pr", "url", "headline", "gist", "level", "date", "score", "why", "matched",
    "confident",
]  # fmt: skip


@pytest.fixture(autouse=True)
def digests(run: Run, tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "a.yaml").write_text(DIGEST, encoding="utf-8")
    assert run("import").exit_code == 0


def headlines(run: Run, *arguments: str) -> list[str]:
    return [hit["headline"] for hit in printed(run("search", "--json", *arguments))["results"]]


def test_an_answer_has_just_the_keys_of_the_contract(run: Run) -> None:
    found = printed(run("search", "--json", "--", "rocm", "moe"))
    assert list(found) == ["query", "understood", "total", "total_exact", "results"]
    assert (found["query"], found["total"], found["total_exact"]) == ("rocm moe", 2, True)
    hit, partial = found["results"]
    assert sorted(hit) == sorted(KEYS)
    assert hit["url"] == "https://github.com/acme/engine/pull/1"
    assert (hit["matched"], hit["confident"], hit["date"]) == ("all", True, "2026-11-27")
    assert (partial["matched"], partial["confident"]) == ("partial", False)
    assert hit["why"]


def test_what_an_entry_has_not_is_null(run: Run) -> None:
    (hit,) = printed(run("search", "--json", "量化"))["results"]
    assert (hit["pr"], hit["url"]) == (None, None)


def test_from_the_first_word_on_all_is_the_query(run: Run) -> None:
    assert headlines(run, "moe", "-rocm") == ["MoE routing on CUDA"]
    assert headlines(run, "moe", "-rocm", "--limit") == ["MoE routing on CUDA"]
    assert headlines(run, "--limit", "1", "--", "moe", "-rocm") == ["MoE routing on CUDA"]


def test_a_query_that_begins_like_an_option_is_told_to_write_two_dashes(run: Run) -> None:
    told = run("search", "-label:ci", "moe")
    assert told.exit_code == 2
    assert "No such option '-l'; a query that begins with `-` needs `--` before it" in told.stderr
    assert headlines(run, "--", "-label:ci", "moe") == ["MoE routing on CUDA"]


def test_an_option_misspelt_is_told_what_was_meant(run: Run) -> None:
    told = run("search", "--limt", "3", "moe")
    assert told.exit_code == 2
    assert "'--limit'" in told.stderr
    assert "needs `--`" not in told.stderr


@pytest.mark.parametrize("query", ["since:yesterday", "level:best", "pr:x", "seen:no"])
def test_a_query_that_cannot_be_read_ends_with_2_and_one_sentence(run: Run, query: str) -> None:
    told = run("search", "--json", "--", query)
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith("prdigest: ")
    assert told.stderr.count("\n") == 1


def test_a_channel_sees_what_it_has_not_seen_yet(run: Run) -> None:
    unseen = headlines(run, "--channel", "C0123ABCD", "seen:no", "moe")
    assert sorted(unseen) == ["MoE routing on CUDA", "MoE routing on ROCm"]
    assert headlines(run, "--channel", "C0123ABCD", "seen:yes", "moe") == []


def test_an_entry_for_one_channel_is_found_from_there_alone(run: Run, tmp_path: Path) -> None:
    text = DIGEST.replace("entries:", "visibility: [C0123ABCD]\nentries:").replace("acme", "own")
    (tmp_path / "digests" / "b.yaml").write_text(text, encoding="utf-8")
    run("import")
    assert headlines(run, "repo:own/engine") == []
    assert len(headlines(run, "--channel", "C0123ABCD", "repo:own/engine")) == 3


@pytest.mark.parametrize("nothing", [[], [""], ["OR"]])
def test_asking_for_nothing_counts_all_entries(run: Run, nothing: list[str]) -> None:
    assert run("search", *nothing).stdout.startswith("3 in all\n")


def test_a_hit_of_a_filter_alone_needs_no_reason(run: Run) -> None:
    assert run("search", "level:skip").stdout.endswith("acme/engine#2 · 2026-11-27\n")
