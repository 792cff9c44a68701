#!lua flags=no-writes
--[[
  scan-hash: read some fields of a hash, from a cursor on. A cursor of another server means nothing here: then the scan
  begins again.
  Keys     1 hash
  Args     1 cursor, 0 at the start   2 the server that returned it, '' at the start   3 about how many fields to read
  Returns  this server, the next cursor (0 at the end), and a list: the name of each field and its value
]]
local server = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
local cursor = server == ARGV[2] and ARGV[1] or '0'
local page = redis.call('HSCAN', KEYS[1], cursor, 'COUNT', ARGV[3])
return { server, page[1], page[2] }
