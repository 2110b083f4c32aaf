"""Real Maestro sessions as a careful person reads them, to hold what cockpit reads against.

The files lie beside the repository and nothing of their text is here: a session's id and task are given by their
digest, agents and paths by their number. Every label was read with the eye, twice.
"""

from collections.abc import Mapping
from hashlib import sha256

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What one session file says."""

    id: str | None
    """Digest of `session_id` without its quotes; None where there is none."""
    task: str | None
    """Digest of `task` without its quotes; None where there is none."""
    status: str | None
    """The session's status as written, without quotes; None where there is none."""
    phases: Mapping[str, int]
    """How many of the phases that are in the file have each status, as written."""
    current: str | None
    """`current_phase` as written; None where there is none."""
    total: str | None
    """`total_phases` as written, whatever number of phases there is; None where there is none."""
    unresolved: int
    """Errors of the session and of all its phases that are not resolved."""
    tokens: tuple[int | None, int | None, int | None] | None
    """Input, output and cached in total, as written; None for what is not there."""
    agents: int
    """Agents whose tokens are given."""
    files: tuple[int, int, int]
    """Distinct paths created, modified and deleted, as written, in the session and all its phases."""
    resume: str | None
    """Id of the first phase, in the order of the file, that is in progress or failed, else of the first pending one."""


def digest(text: str | None) -> str | None:
    """How a text of a file is given here; None of none."""
    return None if text is None else sha256(text.encode()).hexdigest()[:12]


LABELS: Mapping[str, Label] = {
    "04f4c06fb9018f7c7514a54ad1a18d96bfb5552f8368f7fc0aced09390514eca": Label(
        id="070f54ce1f3f", task="bca0aa662770", status="in_progress",
        phases={"completed": 2, "in_progress": 1}, current="3", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 2, 0), resume="3",
    ),
    "08c5cdcfc33269568562b95dafa86969ab448d88b8aae7db3cf9ff85556d21d1": Label(
        id="932d9e95406b", task="fbdea02445e2", status="in_progress",
        phases={"in_progress": 1, "pending": 3}, current="1", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "0b22609aa3bdda14a104f2d11da093de433c41fd15fc43aa6de08c2b6bda30cf": Label(
        # One path is modified by phases 3 and 4; one is created by phase 2 and modified by phase 4.
        id="438a46e63a5d", task="81f1a13fee1f", status="completed",
        phases={"completed": 4}, current="4", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(5, 6, 0), resume=None,
    ),
    "2b59e4df34334fc1bcbe859f810deabc0dbe0babe416cce806ae8de6cce66e99": Label(
        id="e85bd862c305", task="0f5f5bc8e43d", status="completed",
        phases={"completed": 2}, current="2", total="2",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 6, 0), resume=None,
    ),
    "2c6e50346a2ebb356936039d8ed213cb374f2152d74acc5c9c24070a9525f7f9": Label(
        id="82eeb6f5b687", task="2decb532eaa1", status="completed",
        phases={"completed": 5, "in_progress": 1}, current="6", total="6",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="6",
    ),
    "34332650cdf5c10be3bdba6c2044c6b4b179e97612623d57f2ad44778f92fdc6": Label(
        # Two phases in progress, of which the current one is the second.
        # The four files that phase 3 modified are among the seven of phase 1.
        id="a0340b598d99", task="4c1be653c7b3", status="completed",
        phases={"completed": 2, "in_progress": 2}, current="4", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(2, 7, 0), resume="2",
    ),
    "3aff38fbd427c179967a0380c52bbc959fb145b4eaab2208a9123d9ef0d30d95": Label(
        id="b6d98729c0be", task="e6bd8e4e1550", status="completed",
        phases={"completed": 1}, current="1", total="1",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume=None,
    ),
    "3bdb6b326705d6a59121dd6dce30bc2fd69225677126eb486905e72947effe91": Label(
        # Two phases in progress.
        id="22c6c872ba81", task="22f90d85e525", status="in_progress",
        phases={"completed": 1, "in_progress": 2}, current="2", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 1, 0), resume="2",
    ),
    "4dd766610d39bc01aa8f0575e4bd4692a35a595b7e2b0bb4338e61456e51792a": Label(
        id="24e60892c3ba", task="a03c33c3f318", status="completed",
        phases={"completed": 1}, current="1", total="1",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(1, 0, 0), resume=None,
    ),
    "555a5a51516cfd5a86c47c627a78ce2af986ec52b5212c9a7c7939635c151478": Label(
        id="03dccf04dd26", task="c56ef071d9b2", status="completed",
        phases={"completed": 2, "in_progress": 1}, current="3", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 3, 0), resume="3",
    ),
    "57834233d2be1a3e658450cf764c3cb3ecda99a20f0fe03ac39071fe7332feb5": Label(
        id="dd1d5d59fdc2", task="498404c33c61", status="in_progress",
        phases={"pending": 4}, current="1", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "58d04ba20e3f5dd34322938ea252ae8a6425dbc58ab262fa610585b843c365f0": Label(
        id="e0bd9192acb8", task="faf59191e210", status="completed",
        phases={"completed": 3}, current="3", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(1, 7, 0), resume=None,
    ),
    "5d4fb0a527e3e5e02d5c885267f939da2cddbc12562b53ed26d55f258ac4553b": Label(
        id="d756229e001d", task="3d43bf70923c", status="in_progress",
        phases={"completed": 2, "in_progress": 1}, current="3", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(1, 5, 0), resume="3",
    ),
    "602144342913ba84208034aa24caf1802f61a3ab4b702aa503f12f3d98292320": Label(
        # The archived state of a session that is in this table twice: closed with all four phases open.
        id="932d9e95406b", task="fbdea02445e2", status="completed",
        phases={"in_progress": 1, "pending": 3}, current="1", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "63a901fcd471699dff99929ba423e52a8ffd84e5d74acec3097200c8d3d9c6b6": Label(
        id="282bac57a502", task="91787022394f", status="in_progress",
        phases={"completed": 1, "in_progress": 1}, current="2", total="2",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 1, 0), resume="2",
    ),
    "720a7f36cad4bc37d70f75dff6f25b1e1f7d44ceef733187f3e124ca29852f44": Label(
        id="da38fdb08f91", task="0b73c4de8085", status="in_progress",
        phases={"in_progress": 1, "pending": 2}, current="1", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "836ffd1ca96279ee5b40e58bbb14266d006084f44691f8691138742a95da06b0": Label(
        id="d195c4d5551a", task="95e1c19c8b7e", status="in_progress",
        phases={"in_progress": 1, "pending": 2}, current="1", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "87e8fc9a9c464f2418bd0b5f89702871e2a6756dabc0d3ba389f5c0c95c5c4df": Label(
        # A pending phase names a file it is going to modify: counted, as it is written there.
        id="4734d85ffdcd", task="76480ee7e4f5", status="in_progress",
        phases={"pending": 3}, current="1", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 1, 0), resume="1",
    ),
    "88e2419de17c86c56ffdf2b6283c8d2fdd89bd3496ef0100037e3b18b802893b": Label(
        # Every id and the current phase are the same `.nan`, given as it is written; it names no phase to go on at.
        id="92606f768015", task="01ccb4bcdb35", status="in_progress",
        phases={"in_progress": 1, "pending": 6}, current=".nan", total="7",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume=None,
    ),
    "8fc40cc455a9b93582e9dbdb9805975d04b95be07a12acd182482408fad2825c": Label(
        # Cut: phases 1 and 4 are there, what stood between them is one `...`.
        id="3e32053b85ea", task="cd208c0a9868", status="completed",
        phases={"completed": 2}, current="4", total="4",
        unresolved=0, tokens=(75000, 40000, 0), agents=3, files=(0, 1, 0), resume=None,
    ),
    "978ca4450d0752a4f4785dfe4d14f4eab9f69cd4898df7e36021227ceeab0b2b": Label(
        # One path is modified by phases 1 and 3.
        id="aed06bc53c0b", task="da7fae534b6c", status="completed",
        phases={"completed": 3}, current="3", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(1, 5, 2), resume=None,
    ),
    "aa85caa43d5a8b461887d65b054cc4b54c3d6105fb3efcf49829135c33aeb8bf": Label(
        # Of the four files of phase 5, two stand in phases 3 and 4 too.
        id="76a15ff13b5c", task="f7e5eb9bb442", status="completed",
        phases={"completed": 6}, current="6", total="6",
        unresolved=0, tokens=(70000, 18000, 0), agents=4, files=(1, 8, 0), resume=None,
    ),
    "ad96f53a2e73c29ff17020ba7035294a2c43b913eb5c2229737767233064a254": Label(
        # One error, resolved; a path created is a folder.
        id="c6e571a50575", task="00182c0e2091", status="completed",
        phases={"completed": 3}, current="3", total="3",
        unresolved=0, tokens=(12000, 8000, 0), agents=2, files=(7, 2, 0), resume=None,
    ),
    "b0d8b90399e97d37b941364ccc7d6d31711734c82b6d95b124f88fbe10e91af9": Label(
        # Closed with all four phases open: the rule still says where one would go on.
        id="257b94891867", task="e05c49dcefb5", status="completed",
        phases={"in_progress": 1, "pending": 3}, current="1", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "b5bffa0d04f9e532d286a2bdd096833176f4eb7293a249f48df15cc0c7ac18b7": Label(
        # Closed with phases 2 to 4 pending; the current one, the last, is completed.
        id="07f2d3abed2c", task="99ca580ce3ff", status="completed",
        phases={"completed": 2, "pending": 3}, current="5", total="5",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="2",
    ),
    "bc693ef7de84f65425b29e1ee7f21547b83f8d12678b8cb85ffdf590b14e6497": Label(
        id="56a01041b768", task="d9a70db43806", status="completed",
        phases={"completed": 1}, current="1", total="1",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume=None,
    ),
    "cd43b241a9543c9b3085e7db103cb4039280536087f532cb07caf814a2f55033": Label(
        # Cut in three places: phases 1, 4, 5 and 6 are there.
        id="8af285fb5fe4", task="c96683ff8ad0", status="completed",
        phases={"completed": 4}, current="6", total="6",
        unresolved=0, tokens=(110000, 60000, 0), agents=4, files=(0, 0, 0), resume=None,
    ),
    "cd5e03d9ee4a97489688f787f4a3dfb7177d710ea3d256c575319adf60d2d28d": Label(
        id="cbcb89d79ef1", task="efe2c732b82f", status="completed",
        phases={"completed": 1}, current="1", total="1",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume=None,
    ),
    "cd6fd74508591950cc92d60c6f83872923f84670b91ad617f32c2bc43b91d20f": Label(
        # Every quote stands behind a backslash: neither belongs to the values. Phase 1 is pending by its status, though
        # it has times and the log calls it completed. No phase says anything of files, errors or retries.
        id="4d3a835d9e36", task="be2584bb8062", status="in_progress",
        phases={"pending": 6}, current="1", total="6",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
    "d9dade45176e1d35a357c9a0366dfa37afa8506fcbc3f98ea281fcf43fdcda93": Label(
        # One path is created by phase 1 and modified by phase 2: it counts in both.
        id="fc5805febf65", task="f3c46319d552", status="completed",
        phases={"completed": 5}, current="5", total="5",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(13, 3, 0), resume=None,
    ),
    "da47bb9ab3f10e809c9ee8a3aa7c1eaf6aa7653263c762f771432e69f80e814f": Label(
        # Six phases of five, all completed, and the session in progress at the first. A file named once by an absolute
        # and once by a relative path counts as two: the file does not say where the project lies.
        id="c3cb71e2d3bd", task="8ccb9f7d85e3", status="in_progress",
        phases={"completed": 6}, current="1", total="5",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(4, 5, 0), resume=None,
    ),
    "e136b42b9ccf4265ef2fd4608cfefc9f1b4118b4797e90a63b87be373c85db4e": Label(
        # Current is phase 4, completed like all others; two paths of phase 5 stand in phases 2 and 3 too.
        id="8dc58e7656ce", task="7932c90753aa", status="completed",
        phases={"completed": 5}, current="4", total="5",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(2, 14, 0), resume=None,
    ),
    "e75feec96f68504ff5e504513ad538eb9488c01f407541042d65eb6b1ff56b41": Label(
        # Current is phase 1, which is completed; its context says that it is paused, which is not its status.
        id="00a8adec3226", task="16aa8ce7ac4f", status="in_progress",
        phases={"completed": 1, "pending": 3}, current="1", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="2",
    ),
    "e850b77afc55a947a4316394c85b8e6682d6aa3879cf2527061ab45465b07a38": Label(
        id="c664ea63250a", task="42fd8fe3f449", status="in_progress",
        phases={"completed": 1, "in_progress": 1, "pending": 1}, current="2", total="3",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="2",
    ),
    "f327fb671141f9d175882b4d07dbdba6bca6c5afd7a08972973e24c89183c0f3": Label(
        id="9866ae5b10ad", task="684fb699b9e5", status="in_progress",
        phases={"completed": 1, "in_progress": 1, "pending": 2}, current="2", total="4",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(2, 3, 0), resume="2",
    ),
    "f85a5322359b06a2139d71a70e662a7398cb5e2743e1c1bbe987038b80d5b380": Label(
        id="e8d24dc2acd4", task="e87597c6bb70", status="in_progress",
        phases={"in_progress": 1}, current="1", total="1",
        unresolved=0, tokens=(0, 0, 0), agents=0, files=(0, 0, 0), resume="1",
    ),
}  # fmt: skip
"""By the sha256 of the file's bytes, sorted by it."""

NOT_SESSIONS: Mapping[str, str] = {
    "21bb742f97ce682809492b742d3d7e26acdf8065503dc8691f37ef3c6ccb6fca": "session.design-gate.json",
    "712506ca33028f842ac893af1818d323b76cc5fbdaa215a0a9d6a3c7872eb234": "session-review.md",
    "98bfb2d6f1200750483b2d84f648c08cade18b0d0602f89cbe865aa3ff36e8dc": "session.design-gate.json",
    "9bc3b4d34e02ecded393d3c0905ff5ce1877e0ac704b2406d4ede0be1eda3b55": "session.design-gate.json",
    "c6748632556d7c522fd3596c47f48903f0508c7e811500767287663305d343a6": "session-review.md",
}
"""Files that lie beside a session and are none, by the sha256 of their bytes: a name of their kind for each."""
