"""The web table: people and bots at one table, over HTTP and WebSockets.

The packages import each other downwards only, in this order: operations, then learning and deals,
then bots, community and notifications, then tables, accounts, http and store, and core. Modules
whose names end with `routes` stand beside what they lead to, and may import `dependencies`.

app             builds the ASGI application: middleware, routes, services, start and stop
dependencies    what a route is handed: the services, the person, the table
api_models      what is received and sent over HTTP and the socket
translations/   the server's message catalogues
typescript      writes the browser's types

core/           settings, refusals, limits, mail, logs: what every package needs
http/           protocols, middleware, responses, the built pages
store/          the database: schema, migrations, queries, the writer, backups

catalog/        the games, bots and rulebooks of this server
tables/         a table in memory, its changes, what each viewer is sent, who is connected
bots/           bots, clocks that run out, chance that is computed in processes
accounts/       guests, accounts, sessions, names, passwords
community/      friends, invitations, reports, profiles, ratings
deals/          shared deals, the deal of the day, duplicates, goals for one person
learning/       reviews, practice, puzzles, lessons
notifications/  tells people who are away that it is their turn
operations/     the runner, health, metrics, retention, deletion, export, admin
"""
