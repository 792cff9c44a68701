#!lua flags=allow-oom
--[[
  replace-fields: set and delete fields of a hash if fields still have the values that were read, and raise a version if
  there is one.
  Keys     1 hash   2 version
  Args     1 number of fields that were read
           then the name of each, and its value, empty if there was none
           then the name of each field to change, and its new value, empty to delete it
  Returns  1 if all was changed, 0 if a field that was read has changed since
]]
local first_change = 2 + 2 * tonumber(ARGV[1])
for i = 2, first_change - 1, 2 do
  if (redis.call('HGET', KEYS[1], ARGV[i]) or '') ~= ARGV[i + 1] then return 0 end
end
for i = first_change, #ARGV, 2 do
  if ARGV[i + 1] == '' then
    redis.call('HDEL', KEYS[1], ARGV[i])
  else
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
if KEYS[2] then redis.call('INCR', KEYS[2]) end
return 1
