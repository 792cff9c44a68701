#!lua flags=allow-oom
--[[
  forget-pending-stock: drop waiting levels, unless they were replaced since they were read.
  Keys     1 hash of the levels that wait under a name of a variant
  Args     per level: location, level as it was read
  Returns  number of levels dropped
]]
local dropped = 0
for i = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    dropped = dropped + redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return dropped
