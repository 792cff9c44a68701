#!lua
--[[
  add-field: add a field to a hash that has a limit, and raise a version if there is one. An existing field is kept.
  Keys     1 hash   2 version
  Args     1 field   2 value   3 maximum number of fields
  Returns  1 if it was added, 0 if the hash is full; the value of the field if it exists
]]
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then return known end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if KEYS[2] then redis.call('INCR', KEYS[2]) end
return 1
