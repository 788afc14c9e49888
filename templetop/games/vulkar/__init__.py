"""Vul-Kar: an island of treasures under a volcano that spits marbles."""
