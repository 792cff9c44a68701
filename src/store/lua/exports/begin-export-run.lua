#!lua
--[[
  begin-export-run: record a new run of an export, unless it has a run that has not ended.
  Keys     1 state of the export   2 its runs   3 the run
  Args     1 run   2 milliseconds since 1970   then fields and values of the run
  Returns  the run that has not ended: the new one, or the one that was there
]]
local active = redis.call('HGET', KEYS[1], 'active')
if active then return active end
redis.call('HSET', KEYS[1], 'active', ARGV[1], 'last', ARGV[1])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[3], unpack(ARGV, 3))
return ARGV[1]
