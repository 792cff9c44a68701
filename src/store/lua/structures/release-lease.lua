#!lua flags=allow-oom
--[[
  release-lease: release a partition, so that another worker can take it over immediately.
  Keys     1 lease
  Args     1 fence   2 '1' in good order, '2' if commands in its stream are suspect
  Returns  1 if the lease was held, else 0
]]
if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'clean', ARGV[2])
return 1
