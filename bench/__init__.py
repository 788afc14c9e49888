"""Speed: our games and their peers, measured on one core in one run."""
