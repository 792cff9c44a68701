#!lua flags=allow-oom
--[[
  remove-unchanged: remove members of a sorted set that still have the scores that were read.
  Keys     1 sorted set
  Args     for each member: the member, its score as it was read
  Returns  number of removed members
]]
local removed = 0
for i = 1, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    removed = removed + redis.call('ZREM', KEYS[1], ARGV[i])
  end
end
return removed
