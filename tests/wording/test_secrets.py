"""What looks like a secret is named in its place, and nothing else is touched."""

import pytest

from cockpit.wording.secrets import masked, masked_value

TOKEN = "ghp_" + "a1" * 18


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"use {TOKEN} now", "use [a GitHub token, masked] now"),
        ("API_KEY='abcdef1234567890'", "API_KEY='[a password or token, masked]'"),
        ("postgres://app:hunter2pass@db/x", "postgres://app:[a password in an address, masked]@db/x"),
        (
            "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIGL\n  AwEHoUQDQgAE\n-----END EC PRIVATE KEY-----\nafter",
            "[a private key, masked]\n\n\n\nafter",
        ),
        ("-----BEGIN PRIVATE KEY-----\n\nnothing else is known", "[a private key, masked]\n\nnothing else is known"),
        ("the token budget: 500000", "the token budget: 500000"),
        (f"{TOKEN}\n{TOKEN}", "[a GitHub token, masked]\n[a GitHub token, masked]"),
    ],
)
def test_the_secret_alone_is_masked(text: str, expected: str) -> None:
    assert masked(text) == expected
    assert masked(expected) == expected
    assert text.count("\n") == expected.count("\n")


def test_a_value_is_masked_by_its_name_too() -> None:
    value = {"password": "abcdef1234567890", "note": "abcdef1234567890", "all": [TOKEN, 3, None], TOKEN: ("x",)}
    assert masked_value(value) == {
        "password": "[a password or token, masked]",
        "note": "abcdef1234567890",
        "all": ["[a GitHub token, masked]", 3, None],
        "[a GitHub token, masked]": ("x",),
    }
