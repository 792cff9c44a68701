#!lua flags=allow-oom
--[[
  replace-field: replace a hash's field if it still has the value that was read, and raise a version if there is one.
  Keys     1 hash   2 version
  Args     1 field   2 value that was read, empty if there was none   3 new value
  Returns  1 if it was replaced, 0 if it has changed since
]]
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if KEYS[2] then redis.call('INCR', KEYS[2]) end
return 1
