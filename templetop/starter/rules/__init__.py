"""The rules: what lies on the table, and what may be done."""
