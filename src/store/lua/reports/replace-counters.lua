#!lua
--[[
  replace-counters: put counters that were counted anew in the place of a store's counters.
  Keys     1 hash: the last event of each partition that is counted   then the hashes in force
           then per new hash: its key, the key that it is to have
  Args     1 number of hashes in force
           then per partition with events that are counted: its number, the last event that the new counters know
  The quarters of all days are counted then.
  Returns  1, or 0 and nothing is changed when an event was counted meanwhile
]]
local inForce = tonumber(ARGV[1])
if redis.call('HLEN', KEYS[1]) * 2 ~= #ARGV - 1 then return 0 end
for i = 2, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) ~= ARGV[i + 1] then return 0 end
end
for i = 2, 1 + inForce do redis.call('UNLINK', KEYS[i]) end
for i = 2 + inForce, #KEYS, 2 do redis.call('RENAME', KEYS[i], KEYS[i + 1]) end
redis.call('HSET', KEYS[1], 'quarters', '0')
return 1
