#!lua flags=no-writes
--[[
  store-time: the clock of the server that has a key.
  Keys     1 any key, also one that does not exist: it chooses the server
  Args     none
  Returns  milliseconds since 1970
]]
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
