"""The sample project of Maestro and the agent that plays its orchestrator."""
