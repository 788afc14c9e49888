"""What people are to each other: friends, invitations, reports, profiles and ratings.

It knows `tables`, `accounts` and `store`, and changes no match.
"""
