"""Before work goes on: the checklist of the handoff's claims, the prompt for a fresh agent, running that agent."""
