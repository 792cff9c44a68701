#!lua flags=allow-oom
--[[
  divide-waiting: divide a waiting list that has become long.
  Keys     1 waiting list   2 the wishes from before the division
  Args     1 minimum number of wishes of a divided list
  Returns  1 if the list was divided now, else 0
]]
if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then return 0 end
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[1]) then return 0 end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
-- Commands for a sorted set are refused from now on.
redis.call('SET', KEYS[1], 'divided')
return 1
