#!lua flags=allow-oom
--[[
  release-lease: leave a partition in good order, so that another worker takes it over at once.
  Keys     1 owner
  Args     1 fence
  Returns  1 if the lease was held, else 0
]]
if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'until', '0', 'clean', '1')
return 1
