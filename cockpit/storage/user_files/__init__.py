"""Files of the person and of cockpit itself, outside of the project: settings, notes, drafts, the ledger, locks."""
