#!lua flags=no-writes
--[[
  count-unrelayed: what waits in an outbox to be relayed. Relayed events may be kept in it.
  Keys     1 owner   2 outbox
  Args     1 how many events are counted one by one; where more wait, all in the outbox are counted
  Returns  number of events as text, and the id of the oldest where there is one
]]
local relayed = redis.call('HGET', KEYS[1], 'relayed')
local waiting = redis.call('XRANGE', KEYS[2], relayed and '(' .. relayed or '-', '+', 'COUNT', ARGV[1])
local count = #waiting
if count == 0 then return {'0'} end
if count == tonumber(ARGV[1]) then count = redis.call('XLEN', KEYS[2]) end
return {tostring(count), waiting[1][1]}
