#!lua flags=allow-oom
--[[
  replace-beside: replace or delete a field of a hash, while another field still has the value that was read.
  Keys     1 hash
  Args     1 field   2 value that was read   3 new value, empty to delete the field
           4 other field   5 its value that was read
  Returns  1 if the field was changed, 0 if one of the two has changed since it was read
]]
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if redis.call('HGET', KEYS[1], ARGV[4]) ~= ARGV[5] then return 0 end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return 1
