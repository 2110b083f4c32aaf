"""The sample project of Codewalkers, and its agent: harbour lights that wait for a chart."""
