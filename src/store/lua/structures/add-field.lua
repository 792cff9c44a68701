#!lua
--[[
  add-field: add a field to a hash that has a limit, and raise a version if there is one.
  Keys     1 hash   2 version
  Args     1 field, which the hash does not have   2 value   3 most fields
  Returns  1 if it was added, 0 when the hash is full
]]
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if KEYS[2] then redis.call('INCR', KEYS[2]) end
return 1
