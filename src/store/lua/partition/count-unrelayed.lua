#!lua flags=no-writes
--[[
  count-unrelayed: count the events of an outbox that are not relayed yet. Relayed events may be kept in it.
  Keys     1 lease   2 outbox
  Args     1 maximum number of events that are counted one by one if relayed events are kept; if more wait, the count
           is that of all events in the outbox
  Returns  number of events as text, and the id of the oldest if there is one
]]
local relayed = redis.call('HGET', KEYS[1], 'relayed')
local after = relayed and '(' .. relayed or '-'
local oldest = redis.call('XRANGE', KEYS[2], after, '+', 'COUNT', 1)[1]
if not oldest then return {'0'} end
local first = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
local count = redis.call('XLEN', KEYS[2])
if first[1] ~= oldest[1] then
  -- Only in this case, because reading a thousand events takes milliseconds.
  local waiting = #redis.call('XRANGE', KEYS[2], after, '+', 'COUNT', ARGV[1])
  if waiting < tonumber(ARGV[1]) then count = waiting end
end
return {tostring(count), oldest[1]}
