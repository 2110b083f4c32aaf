"""Where the work of Project Autopilot stands, and its phases, plans and tasks: read and written."""
