#!lua
--[[
  append-commands: put commands at the end of their partitions' streams, unless too many wait there already, or the
                   senders have given up by now.
  Keys     command stream of each command
  Args     1 most entries that may wait in a stream   2 deadline, milliseconds since 1970 by this server
           3.. a command each
  Returns  the entry ids, separated by spaces; '-' where the stream is full; 'late' and the time by this server when
           the deadline has passed: nothing was appended
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
