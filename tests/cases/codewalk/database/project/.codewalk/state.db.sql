CREATE TABLE initiatives (id TEXT PRIMARY KEY, name TEXT NOT NULL, status TEXT);
CREATE TABLE initiative_state (
  initiative_id TEXT PRIMARY KEY REFERENCES initiatives(id),
  current_phase INTEGER,
  current_plan INTEGER,
  current_task TEXT,
  current_wave INTEGER,
  status TEXT,
  progress_json TEXT,
  updated_at INTEGER
);
CREATE TABLE initiative_decisions (
  id TEXT PRIMARY KEY,
  initiative_id TEXT REFERENCES initiatives(id),
  date INTEGER,
  context TEXT,
  decision TEXT,
  reason TEXT,
  alternatives_json TEXT,
  reversible BOOLEAN
);
CREATE TABLE initiative_blockers (
  id TEXT PRIMARY KEY,
  initiative_id TEXT REFERENCES initiatives(id),
  status TEXT CHECK (status IN ('active', 'bypassed', 'resolved')),
  description TEXT,
  identified_at INTEGER,
  affects_json TEXT,
  workaround TEXT,
  resolution TEXT,
  resolved_at INTEGER
);
CREATE TABLE session_history (
  id TEXT PRIMARY KEY,
  initiative_id TEXT REFERENCES initiatives(id),
  agent_id TEXT,
  started_at INTEGER,
  ended_at INTEGER,
  context_usage REAL,
  completed_json TEXT,
  issues_json TEXT,
  handoff_reason TEXT
);
INSERT INTO initiatives VALUES ('init-a1', 'Library catalogue', 'active');
INSERT INTO initiative_state VALUES ('init-a1', 1, 1, 'Parse the old cards', 1, 'blocked',
  '{"phases_total":1,"phases_completed":0,"current_phase_tasks":4,"current_phase_completed":1}', 1769594400);
INSERT INTO initiative_decisions VALUES ('decision-001', 'init-a1', 1769558400, 'Loan period', '7 days', 'The stock is small', NULL, 1);
INSERT INTO initiative_blockers VALUES ('block-001', 'init-a1', 'active', 'No access to the scans', 1769590800, '["Phase 1"]', NULL, NULL, NULL);
INSERT INTO session_history VALUES ('session-001', 'init-a1', 'worker-ada', 1769590800, 1769594400, 0.45, '["Task 1"]', '[]', NULL);
