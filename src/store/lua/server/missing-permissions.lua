#!lua flags=no-writes
--[[
  missing-permissions: find the commands that the user of the connection may not run.
  Keys     none
  Args     each a call in JSON: [command, argument, ...]
  Returns  the names of the commands that are refused, in their order
]]
local missing = {}
-- Servers that only imitate Redis may not have this function.
if not redis.acl_check_cmd then return missing end
for i = 1, #ARGV do
  local call = cjson.decode(ARGV[i])
  if not redis.acl_check_cmd(unpack(call)) then missing[#missing + 1] = call[1] end
end
return missing
