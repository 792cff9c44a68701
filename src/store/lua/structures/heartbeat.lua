#!lua flags=allow-oom
--[[
  heartbeat: record that a process is alive, and remove processes that have been silent for too long.
  Keys     1 sorted set of processes
  Args     1 process, or '' to only read   2 milliseconds after which a silent process is removed
  Returns  1 if the process was not alive before, else 0; then for each living process, in the order of their last
           heartbeats: its name, and the milliseconds until it is removed
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local members = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
local reply = {ARGV[1] == '' and 0 or 1}
for i = 1, #members, 2 do
  local left = members[i + 1] + ARGV[2] - now
  if members[i] == ARGV[1] then
    if left >= 0 then reply[1] = 0 end
  elseif left < 0 then
    redis.call('ZREM', KEYS[1], members[i])
  else
    -- The clock was ahead at that heartbeat, and was set back.
    if tonumber(members[i + 1]) > now then
      redis.call('ZADD', KEYS[1], now, members[i])
      left = tonumber(ARGV[2])
    end
    reply[#reply + 1] = members[i]
    reply[#reply + 1] = left
  end
end
if ARGV[1] ~= '' then
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  reply[#reply + 1] = ARGV[1]
  reply[#reply + 1] = tonumber(ARGV[2])
end
return reply
