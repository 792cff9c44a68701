#!lua
--[[
  add-to-counters: add the changes of some events to a store's counters, unless another process has counted them.
  Keys     1 hash: the last event of each partition that is counted   then the hashes of counters
  Args     1 number of partitions
           then per partition: its number, the last event that is counted ('' for none), the last of these events
           then per counter: which hash (1 is the first after the positions), field, number to add
  Returns  1, or 0 without a change if a partition's last event is another one
  A counter that becomes zero is deleted. A counter that would exceed 64 bits stays as it is.
]]
local partitions = tonumber(ARGV[1])
local first = 2 + partitions * 3

local names, moved = {}, {}
for i = 2, first - 1, 3 do
  names[#names + 1] = ARGV[i]
  moved[#moved + 1] = ARGV[i]
  moved[#moved + 1] = ARGV[i + 2]
end
if partitions > 0 then
  for i, last in ipairs(redis.call('HMGET', KEYS[1], unpack(names))) do
    if (last or '') ~= ARGV[i * 3] then return 0 end
  end
  redis.call('HSET', KEYS[1], unpack(moved))
end
for i = first, #ARGV, 3 do
  local key, field = KEYS[1 + tonumber(ARGV[i])], ARGV[i + 1]
  if redis.pcall('HINCRBY', key, field, ARGV[i + 2]) == 0 then redis.call('HDEL', key, field) end
end
return 1
