"""The rules: what is in the box, what lies on the table, and what may be done."""
