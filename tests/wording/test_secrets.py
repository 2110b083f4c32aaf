"""What looks like a secret is named in its place, and nothing else is touched."""

from collections.abc import Callable

import pytest

from cockpit.wording.secrets import Secret, likely_secrets, masked, masked_command, masked_value, may_hold_secrets

MIXED = "a1B2c3D4e5F6g7H8i9J0" * 5
HEX = "0a1b2c3d4e5f6789" * 4
DIGITS = "1234567890" * 2
LETTERS = "aBcDeFgHiJkLmNoPqRsT"
TOKEN = "ghp_" + MIXED[:36]


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


def example(kind: str, before: str, secret: str, after: str = "") -> object:
    return pytest.param(kind, before, secret, after, id=f"{kind}: {before or secret[:6]}")


@pytest.mark.parametrize(
    ("kind", "before", "secret", "after"),
    [
        example("an AWS access key", "", "AKIA" + MIXED[:16].upper()),
        example("a GitHub token", "", "github_pat_" + MIXED[:82]),
        example("a GitLab token", "", "glpat-" + MIXED[:20]),
        example("a Slack token", "", "xoxb-" + DIGITS[:12] + "-" + MIXED[:24]),
        example("a Slack token", "", "xapp-1-" + MIXED[:11].upper() + "-" + DIGITS[:13] + "-" + HEX),
        example("a Slack token", "", "xoxe.xoxp-1-" + MIXED),
        example("a webhook", "https://hooks.slack.com/services/", f"T{DIGITS[:8]}/B{DIGITS[:8]}/{MIXED[:24]}", " x"),
        example("a webhook", "hooks.slack.com/triggers/", f"T{DIGITS[:8]}/{DIGITS[:13]}/{HEX[:32]}", '"'),
        example("a webhook", f"https://discord.com/api/webhooks/{DIGITS[:18]}/", MIXED[:68], "?wait=true"),
        example(
            "a webhook", "https://acme.webhook.office.com/webhookb2/", f"{HEX[:36]}@{HEX[:36]}/IncomingWebhook/{HEX}"
        ),
        example("a service's key", "", "pypi-AgEIcHlwaS5vcmc" + MIXED),
        example("a service's key", "VAULT=", "hvs." + MIXED[:40]),
        example("a service's key", "", f"glsa_{MIXED[:32]}_{HEX[:8]}"),
        example("a service's key", "", "whsec_" + MIXED[:32]),
        example("a service's key", "", "AGE-SECRET-KEY-1" + MIXED[:58].upper()),
        example("a cookie", "curl -b '", "session=" + MIXED[:20], "' https://acme.dev"),
        example("a bot token", "TELEGRAM=", DIGITS[:10] + ":AA" + MIXED[:33]),
        example("a bot token", "https://api.telegram.org/bot", DIGITS[:9] + ":AA" + MIXED[:33], "/getMe"),
        example("a bot token", "", "M" + MIXED[:23] + "." + MIXED[:6] + "." + MIXED[:38]),
        example("a Google API key", "", "AIza" + MIXED[:35]),
        example("a Stripe key", "", "sk_live_" + MIXED[:24]),
        example("an API key", "", "sk-ant-api03-" + MIXED[:80]),
        example("a SendGrid key", "", "SG." + MIXED[:22] + "." + MIXED[:43]),
        example("a Hugging Face token", "", "hf_" + LETTERS + LETTERS[:14]),
        example("a Docker token", "", "dckr_pat_" + MIXED[:27]),
        example("a DigitalOcean token", "", "dop_v1_" + HEX),
        example("an npm token", "", "npm_" + MIXED[:36]),
        example("a JSON web token", "", f"eyJ{MIXED[:20]}.eyJ{MIXED[:30]}.{MIXED[:43]}"),
        example("an account key", "AccountName=a;AccountKey=", MIXED[:86] + "==", ";EndpointSuffix=x"),
        example("an account key", "SharedAccessKey=", MIXED[:43] + "="),
        example("a login of a request", "Authorization: Bearer ", MIXED[:32]),
        example("a login of a request", '-H "authorization: bearer ', "tok-" + MIXED[:8], '" https://a.b'),
        example("a login of a request", "Authorization: Basic ", "YWRtaW46aHVudGVy", "\n"),
        example("a login of a request", "sent with Bearer ", MIXED[:20], ", and refused"),
        example("a login of a request", "curl -sS https://a.b/x?y=1&z=2 --user '", "ada:correct", "'"),
        example("a login of a request", "curl -X POST -uada:", "hunter2", ""),
        example("a login of a request", "curl \\\n  -u ", "ada:hunter2", " \\\n  https://a.b"),
        example("a cookie", "Cookie: ", f"session={MIXED[:20]}; theme=dark"),
        example("a cookie", "Set-Cookie: ", f"theme=dark; sid={MIXED[:20]}; Path=/; HttpOnly", "\nServer: x"),
        example("a cookie", "curl -H 'cookie: ", f"_ga=1; sessionid={HEX[:32]}", "' https://a.b"),
        example("a password in an address", "redis://:", "hunter22", "@cache:6379"),
        example("a password in an address", "https://ada:", "s3cret!", "@example.org/a"),
        example("a password or token", "password: ", "hunter2"),
        example("a password or token", '"password": "', "aB3(x)9", '"'),
        example("a password or token", "  smtp_password: '", "p4ssW9", "'"),
        example("a password or token", "export DB_PASS=", "swordfish", "\n"),
        example("a password or token", "SMTP_PWD='", "letters", "'"),
        example("a password or token", "pass: '", "hunter2!", "'"),
        example("a password or token", "spring.datasource.password=", "hunter2"),
        example("a password or token", "'token' => '", MIXED[:24], "',"),
        example("a password or token", "aws_secret_access_key = ", MIXED[:40]),
    ],
)
def test_each_kind_is_known_and_only_the_secret_goes(kind: str, before: str, secret: str, after: str) -> None:
    shown = masked(f"It is {before}{secret}{after}")
    assert secret not in shown
    assert f"[{kind}, masked]" in shown
    assert masked(shown) == shown
    assert may_hold_secrets(before + secret + after)
    if "\n" not in before:
        assert likely_secrets(f"first\n{before}{secret}{after}") == (Secret(2, kind),)


CLEAN = ["password: ", *r"""
The password is asked for on start, and nothing keeps it.
Passwords are hashed with argon2id before they are stored.
password:
  password: ''
password: "" # set it in .env
DB_PASS=
DB_PASS=$DB_PASS
DB_PASS=${DB_PASS}
DB_PASS="${DB_PASS:?is missing}"
export DB_PASS=$(cat /run/secrets/db_pass)
DB_PASSWORD=<your password>
DB_PASSWORD=your_password_here
POSTGRES_PASSWORD=changeme
MYSQL_ROOT_PASSWORD=example
password: ***
password: ********
password: <token>
password: [redacted]
password: {{ vault_db_password }}
password: ${{ secrets.DB_PASSWORD_2 }}
password: %DB_PASS%
password: required, at least 12 characters
password: string
"password": {"type": "string", "minLength": 12}
password = getpass.getpass("Password: ")
password = os.environ["DB_PASSWORD_2"]
password = config.database2.password
password=args.password1
self.password2 = password
if not check_password(user2, password):
const password = process.env.DB_PASSWORD1;
password_hash: argon2id$v=19
password-reset: opens on 2026-02-01
Passwords must not be logged (see docs/security2.md).
Reset password: /account/reset-password2
secret = os.environ['X']
secret: see the vault
secrets: inherit
the secret of step 3: fewer queries
secretName: app-tls-2026
kubectl create secret generic app --from-file=key1.pem
token budget: 500000
tokens: input=123, output=4567
Tokens used: 523K of 1M
token: <token>
token: $TOKEN
token: "$GITHUB_TOKEN_2"
token: ${{ secrets.GITHUB_TOKEN }}
token = request2.headers.get("X-Token")
token = tokens[0]
TOKEN=...
GITHUB_TOKEN=xxxxxxxxxxxxxxxxxxxx
GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
OPENAI_API_KEY=sk-...
OPENAI_API_KEY=your-api-key-1
API_KEY=
api_key: null
api_key: str | None = None
The API key: it belongs into .env, never into git.
access_key_id and secret_access_key are read from ~/.aws/credentials.
private_key_path: /etc/ssl/private/key1.pem
api_key_file = "/run/secrets/api_key_2"
secret_key: ./config/secret2.key
credentials: https://example.org/oauth2/token
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer ${TOKEN_2}
Authorization: Bearer YOUR_ACCESS_TOKEN
Authorization: Bearer ...
Authorization: Basic authentication is switched off.
Authorization: required
The bearer of this letter is 2 m tall.
Bearer authentication with refresh tokens (RFC 6750)
WWW-Authenticate: Bearer realm="api2"
Cookie: session=<id>
Cookie: session=$SESSION
Cookie: name=value; other=...
Set-Cookie: theme=dark
Set-Cookie: id=...; Path=/; HttpOnly; SameSite=Lax
Cookies: none; the cookie banner is phase 12.
cookie: { maxAge: 3600000, httpOnly: true }
curl https://example.org/api/v2/users
curl -u $USER:$PASS https://example.org
curl -u <user>:<password> https://example.org
curl --user "${CI_USER}:${CI_PASS_2}" https://example.org
curl -u ada https://example.org
docker run -u 1000:1000 -v /srv:/data alpine:3.19
docker run --user node:node node:22
curl is installed; docker run -it -p 8080:80 nginx
postgres://localhost:5432/app2
postgres://$DB_USER:$DB_PASS@localhost/app
postgres://<user>:<password>@localhost/app
redis://cache:6379/0
postgres://user:password@localhost:5432/app
https://user:pass@example.org/a
https://example.org/path:8080/@me
git@github.com:example/app2.git
ssh://git@example.org:2222/app.git
https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
https://hooks.slack.com/services/<team>/<bot>/<key>
https://discord.com/api/webhooks/<id>/<token>
https://discord.com/channels/123456789012345678/123456789012345679
AccountKey=<key>;EndpointSuffix=core.windows.net
AccountName=devstore;AccountKey=${AZURE_KEY}
commit 0123456789abcdef0123456789abcdef01234567
Merge 4f2a9c1 into main (#482)
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
"integrity": "sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08=="
session_id: 550e8400-e29b-41d4-a716-446655440000
id: 7d444840-9dc0-11d1-b245-5ffdce74fad2
/home/ada/projects/app2/src/auth/token_store2.py
src/secrets/rotate_passwords2.ts
- [x] Task 3.2: rotate the npm tokens, then the hf_ ones
- [ ] dckr_pat_ and dop_v1_ prefixes are known to the scanner
hf_hub_download(repo_id="example/model2")
from slack_sdk import WebClient  # xoxb- tokens only
SG.UI.Components.DataGrid.Column2
class="sk-folding-cube-wrapper sk-cube1"
npm_config_registry=https://registry.npmjs.org/
The JWT has three parts, eyJ... being the head.
at 12:30:45:AA the run of 1234567890:AB ended
Module.Nested.AuthenticationHandler.Version2
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
passport: K1234567
compass=north2east
bypass: 12 of 14 checks
first pass: src/parser2.py, second pass: src/writer3.py
pwd: /home/ada/app2
PWD=/home/ada/app2
OLDPWD=/srv/www2
| Secret | Where | Rotated 2026-01-29 |
Cost @ $26.50 — acknowledged 2026-01-29T14:30
""".strip("\n").split("\n")]  # fmt: skip


def test_what_only_speaks_of_secrets_stays() -> None:
    assert len(CLEAN) >= 120
    assert [line for line in CLEAN if (likely_secrets(line), masked(line)) != ((), line)] == []
    text = "\n".join(CLEAN)
    assert masked(text) == text


def test_a_value_is_masked_by_its_name_too() -> None:
    value = {"password": "abcdef1234567890", "note": "abcdef1234567890", "all": [TOKEN, 3, None], TOKEN: ("x",)}
    assert masked_value(value) == {
        "password": "[a password or token, masked]",
        "note": "abcdef1234567890",
        "all": ["[a GitHub token, masked]", 3, None],
        "[a GitHub token, masked]": ("x",),
    }


PARTS = (
    " ", "a", "a-", "-", "KEY", "TOKEN", "a=b ", "://", "://a:", "sk-", "sk-a1", "password", "password:",
    "password=a", "password: '", "DB_PASS=", "PASSWORD", "a_pass=", "pass: \"", "token = a.", "secret:/a",
    "Bearer ", "Bearer a", "Authorization: Basic ", "Cookie: ", "Cookie: a=b; ", "cookie:a=", "a=b; ", "curl ",
    "curl -u ", "curl a:", "curl\\\n", "SG.", "SG.a", "a.", "M1234567", "MTA.abcdef.", "12345678", "12345678:AA",
    "hf_", "hf_a", "xoxb-", "xoxe.", "xapp-1-", "hooks.slack.com/services/", "hooks.slack.com/services/a/",
    "discord.com/api/webhooks/1234567890123456/", "dckr_pat_", "dop_v1_", "AccountKey=", "AccountKey=a/", "eyJ",
    "eyJ-", "eyJaaaaaaaaaaa.", "-----BEGIN ", "A ", "-----BEGIN PRIVATE KEY-----\n", "ghp_", "xxxxxx", "AKIA",
)  # fmt: skip


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize("function", [masked_command, likely_secrets])
def test_masking_costs_no_more_than_a_pass_or_so(function: Callable[[str], object]) -> None:
    for part in PARTS:
        function((part * 20_000)[:20_000])
