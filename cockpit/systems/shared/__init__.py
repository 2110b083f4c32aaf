"""What the systems share: reading files, lists and handoffs, and editing them. A module that edits ends with
`_editing`."""
