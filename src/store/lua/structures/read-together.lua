#!lua flags=no-writes
--[[
  read-together: run commands that read keys of one slot at the same moment.
  Keys     the key of each command
  Args     for each key, a list in JSON: the name of the command, and its arguments after the key
  Returns  the replies of the commands, in order
]]
local replies = {}
for i, key in ipairs(KEYS) do
  local command = cjson.decode(ARGV[i])
  replies[i] = redis.call(command[1], key, unpack(command, 2))
end
return replies
