"""Where an initiative stands, its phases and plans: read and written."""
