#!lua
--[[
  append-commands: put commands at the end of their partitions' streams, unless too many wait there already.
  Keys     command stream of each command
  Args     1 most entries that may wait in a stream   2.. a command each
  Returns  the entry ids, separated by spaces; '-' where the stream is full
]]
local bound = tonumber(ARGV[1])
local ids = {}
for i, stream in ipairs(KEYS) do
  if redis.call('XLEN', stream) >= bound then
    ids[i] = '-'
  else
    ids[i] = redis.call('XADD', stream, '*', 'c', ARGV[i + 1])
  end
end
return table.concat(ids, ' ')
