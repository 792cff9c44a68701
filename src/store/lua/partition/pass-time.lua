#!lua flags=allow-oom
--[[
  pass-time: give all later commands of a partition a later time than the given one, also if the clock of the server is
             set back. A stream gives no id below that of an entry that it had.
  Keys     1 command stream
  Args     1 milliseconds since 1970
  Returns  1 if all later commands get a later time, 0 if the clock of the server has not passed the time yet
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local passed = tonumber(ARGV[1])
if now <= passed then return 0 end
local id = redis.pcall('XADD', KEYS[1], string.format('%.0f-0', passed + 1), 'c', '')
if type(id) == 'string' then
  redis.call('XDEL', KEYS[1], id)
elseif not string.find(id.err, 'equal or smaller', 1, true) then
  return id
end
return 1
