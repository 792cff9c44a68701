#!lua flags=allow-oom
--[[
  append-audit: record an action in a tenant's audit log, and drop some of the oldest entries if they are too old or too
  many.
  Keys     1 stream of the entries   2 hash of their outcomes, by entry id
  Args     1 the entry, as JSON   2 id before which entries are dropped   3 maximum number of entries
  Returns  id of the entry
  More entries are dropped than added, so that the log stays within its limits. The flag is set because an action may
  free memory.
]]
local MAX_DROPPED = 100

local function drop(entries)
  for _, entry in ipairs(entries) do
    redis.call('XDEL', KEYS[1], entry[1])
    redis.call('HDEL', KEYS[2], entry[1])
  end
end

drop(redis.call('XRANGE', KEYS[1], '-', '(' .. ARGV[2], 'COUNT', MAX_DROPPED))
local over = redis.call('XLEN', KEYS[1]) + 1 - tonumber(ARGV[3])
if over > 0 then
  drop(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', math.min(over, MAX_DROPPED)))
end
return redis.call('XADD', KEYS[1], '*', 'e', ARGV[1])
