#!lua
--[[
  replace-counters: replace a store's counters by counters that were counted again.
  Keys     1 hash: the last event of each partition that is counted   then the current hashes
           then per new hash, which may expire: its key, and the key that it gets
  Args     1 number of current hashes
           then per partition with counted events: its number, the last event that the new counters include
  The new counters include the quarters of all days.
  Returns  1, or 0 without a change if an event was counted in the meantime, or a new hash has expired
]]
local current = tonumber(ARGV[1])
if redis.call('HLEN', KEYS[1]) * 2 ~= #ARGV - 1 then return 0 end
for i = 2, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) ~= ARGV[i + 1] then return 0 end
end
for i = 2 + current, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[i]) == 0 then return 0 end
end
for i = 2, 1 + current do redis.call('UNLINK', KEYS[i]) end
for i = 2 + current, #KEYS, 2 do
  redis.call('RENAME', KEYS[i], KEYS[i + 1])
  redis.call('PERSIST', KEYS[i + 1])
end
redis.call('HSET', KEYS[1], 'quarters', '0')
return 1
