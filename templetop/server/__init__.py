"""The web table: people and bots at one table, over HTTP and WebSockets.

app         the parts put together, for uvicorn to run
run         runs it, in this process or in several
settings    where things are kept, and how much is allowed

journal     what became of every request: counted, and logged
logs        how the log is written
health      whether the store answers
metrics     how much goes on, for Prometheus
guard       what stands before every request: size, origin, headers
moves       the short way to a route that is asked more than all others
routes      who may ask for what, and do what, under /api
live        a table as it changes, over a WebSocket
line        that socket, which costs no more than listening does
limits      how often somebody may do something
answers     how answers and refusals go out as JSON
refusals    what is refused, and with which status
models      what is sent, and what is received
types       the browser's types, made of those
pages       the built pages, and which there are

club        what members ask for: friends, seats for them, talk, pages, the best
ties        who is whose friend, who asks, who hears nothing of whom
inviting    free seats that are offered to friends
talk        what people say at a table
reports     lines that they have reported
ratings     how strong people are, and what a match does to that
profiles    somebody's page, and the best of a server
showing     who may see what of it

people      guests and accounts, and the cookie by which they are known again
hall        where tables are found and changed
circle      a table and all who are around it
orders      what the operator may order, at the store
opening     new tables, and rematches
lists       lists of tables
old_rules   tables of earlier rules: carried over, or closed
table       a table in memory: its rows, its match, and what would become of it
notices     what everybody is told besides moves
ballots     what people at a table ask each other
luck        the secret key of a table, from which its chance follows
lessons     tables where somebody is taught, by a text
teaching    who may ask for that
deals       deals that are the same for all who play them, and who may look when
days        UTC days, and until when something counts for them
plays       who played such a deal, and how well
daily       the deal of the day
duplicates  the same deals for a group of friends
goals       one's own best, for who plays alone
hindsight   what somebody who knew what comes would have got
sight       what a viewer is sent of a table: views, offers, the log, replays

correspondence  days for a move, and clocks that rest
holidays    when somebody's clocks rest
notifying   how somebody is called when they are away, and holidays, under /api
calling     calls people to tables that wait for them
calls       what the store is asked about that
push        notices for browsers that are closed
outward     requests to public hosts, and to no others

coaching    the coach's reviews of matches, made in the background
trying      a moment of a match as a practice table
studying    who may ask for either
puzzles     positions with one best move, read from files
solving     who tries them, and what they are told

driving     what goes on by itself: bots, programs, clocks, chance that takes its time
minds       what bots are asked and which experiments are made, in processes
rooms       those processes, and whose turn it is there
programs    bots in any language
watchman    ends them with the server, however that ends

store       what is asked of the store, and written to it
statements  those that are executed for every move
schema      what is kept there; migrations/ makes it of what was
scribe      who writes, so that the event loop never waits for a disk
bell        how workers tell each other what has happened
backup      all of it in one file, and back again
"""
