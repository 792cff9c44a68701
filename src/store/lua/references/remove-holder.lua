#!lua flags=allow-oom
--[[
  remove-holder: remove one holder of a reference that may have several holders.
  Keys     1 reference hash
  Args     1 reference   2 holder
  Returns  1 if the holder was entered, else 0
]]
local present = redis.call('HGET', KEYS[1], ARGV[1])
if not present then return 0 end
local kept, found = {}, 0
for word in string.gmatch(present, '%S+') do
  if word == ARGV[2] then found = 1 else kept[#kept + 1] = word end
end
if found == 1 then
  if #kept == 0 then
    redis.call('HDEL', KEYS[1], ARGV[1])
  else
    redis.call('HSET', KEYS[1], ARGV[1], table.concat(kept, ' '))
  end
end
return found
