#!lua flags=allow-oom
--[[
  append-audit: note an action in a tenant's audit log, and drop a few of the oldest entries that are kept too long.
  Keys     1 stream of the entries   2 hash of their outcomes, by entry id
  Args     1 the entry, as JSON   2 entries before this id are dropped   3 number of entries that are kept at most
  Returns  id of the entry
  More is dropped than is added, so that the log keeps to its bounds; the flag, because an action may free memory.
]]
local DROPPED_AT_ONCE = 100

local function drop(entries)
  for _, entry in ipairs(entries) do
    redis.call('XDEL', KEYS[1], entry[1])
    redis.call('HDEL', KEYS[2], entry[1])
  end
end

drop(redis.call('XRANGE', KEYS[1], '-', '(' .. ARGV[2], 'COUNT', DROPPED_AT_ONCE))
local over = redis.call('XLEN', KEYS[1]) + 1 - tonumber(ARGV[3])
if over > 0 then
  drop(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', math.min(over, DROPPED_AT_ONCE)))
end
return redis.call('XADD', KEYS[1], '*', 'e', ARGV[1])
