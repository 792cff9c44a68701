#!lua
--[[
  append-commands: append commands to the streams of their partitions, unless too many already wait there or the
                   senders have given up.
  Keys     command stream of each command
  Args     1 maximum number of entries in a stream   2 deadline, milliseconds since 1970 by this server
           3.. the commands
  Returns  the entry ids, separated by spaces, with '-' for each command whose stream is full; or 'late' and the time
           of this server if the deadline has passed: nothing was appended
]]
local bound = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(ARGV[2]) then return 'late ' .. string.format('%.0f', now) end
local ids = {}
for i, stream in ipairs(KEYS) do
  if redis.call('XLEN', stream) >= bound then
    ids[i] = '-'
  else
    ids[i] = redis.call('XADD', stream, '*', 'c', ARGV[i + 2])
  end
end
return table.concat(ids, ' ')
