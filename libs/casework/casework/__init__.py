"""What permits, licensing and enforcement share: history, hearings, decisions, obligations. No HTTP."""
