"""A system whose package has a module for each thing that only an action needs: the first frame does not import it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent


class Package(System):
    """Asks the modules of its package: `verbs.edit`, `creation.create`, `putting_away.propose_handoff` and, where the
    system has a protocol of its own for going on, `resuming.resumption`."""

    has_protocol = True

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """See `System.edit`."""
        edit: Edit = self._module("verbs").edit(self, files, candidate, intent, context)
        return edit

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """See `System.draft`."""
        track = self.read(files, candidate, context)
        draft: HandoffDraft = self._module("putting_away").propose_handoff(track, files, candidate, context)
        return draft

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """See `System.resumption`."""
        if not self.has_protocol:
            return super().resumption(files, candidate, context)
        track = self.read(files, candidate, context)
        resumption: Resumption = self._module("resuming").resumption(track, files, candidate, context)
        return resumption

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """See `System.create`."""
        edit: Edit = self._module("creation").create(self, files, base, beginning, context)
        return edit

    def _module(self, name: str) -> Any:  # noqa: ANN401
        return import_module(f"cockpit.systems.{self.id}.{name}")
