"""The name of a line of the checklist, as a person types it."""

import pytest

from cockpit.cli.resume import short_name
from cockpit.model.checklist import Check
from cockpit.wording.messages import plain

ONE, OTHER = "abc1234" + "0" * 33, "abc1234" + "0" * 32 + "1"


def check(code: str, subject: str = "") -> Check:
    return Check(code=code, subject=subject, claim=plain("so"), result="failed")


@pytest.mark.parametrize(
    ("subjects", "names"),
    [
        (("commit:" + ONE,), ["commit"]),
        (("commit:" + ONE, "commit:def5678"), ["commit:abc12340", "commit:def5678"]),
        (("commit:" + ONE, "commit:" + OTHER), ["commit:" + ONE, "commit:" + OTHER]),
        (("plan:", "plan:a b.md"), ["plan", "plan:a"]),
        (("file:a", "file:b c", "file:b d"), ["file:a", "file:b c", "file:b d"]),
    ],
)
def test_as_few_words_as_tell_it_from_the_others(subjects: tuple[str, ...], names: list[str]) -> None:
    known = [check(*each.split(":", 1)) for each in subjects]
    assert [short_name(each, known) for each in known] == names
