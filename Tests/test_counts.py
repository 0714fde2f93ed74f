"""A count of instructions that is too high is reported with its reason."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "Benchmarks"))

from counts import problem  # noqa: E402


@pytest.mark.parametrize("count", [1, 900, 1_000, 1_050])
def test_a_count_within_five_percent_is_accepted(count):
    assert problem("post", count, 1_000) is None


def test_a_new_count_is_accepted():
    assert problem("post", 1_000_000, None) is None


def test_a_rise_is_reported_in_one_sentence_with_its_remedy():
    assert problem("post", 10_510, 10_000) == (
        "'post' takes 10,510 instructions, 5.1 % more than the 10,000 of counts.json. "
        "Find the reason, or record the new count with --record.")
