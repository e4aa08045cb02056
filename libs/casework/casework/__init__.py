"""What permits, licensing and enforcement share: history, hearings, notices, decisions, obligations. No HTTP."""
