#!lua flags=allow-oom
--[[
  renew-leases: hold on to leases.
  Keys     owners
  Args     1 time to live in milliseconds   2.. fence of each
  Returns  per lease 1 where it is still held, 0 where another worker has it
]]
local time = redis.call('TIME')
local till = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1])
local held = {}
for i, owner in ipairs(KEYS) do
  held[i] = 0
  if redis.call('HGET', owner, 'fence') == ARGV[i + 1] then
    redis.call('HSET', owner, 'until', till)
    held[i] = 1
  end
end
return held
