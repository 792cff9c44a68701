#!lua flags=allow-oom
--[[
  remove-holder: remove one holder of a reference that may have several holders, unless it has claimed the reference
  again since. The partition of the holder cannot be fenced here, because the reference may be in another slot. The ids
  of the claims replace the fence: a worker that was frozen between its check of the record and this call removes
  nothing that a later command has claimed.
  Keys     1 reference hash
  Args     1 reference   2 holder, or '+' for the unlisted holders   3 id of the stream entry of the command
           that gave it up, or of the claim that was found to be unused
  Returns  1 if this call has removed the holder, else 0
]]
-- include entry-id
-- include holders
local words, times = read_holders(redis.call('HGET', KEYS[1], ARGV[1]))
local known = times[ARGV[2]]
if not known or is_before(ARGV[3], known) then return 0 end
local kept = {}
for _, word in ipairs(words) do
  if word ~= ARGV[2] then kept[#kept + 1] = word end
end
write_holders(KEYS[1], ARGV[1], kept, times)
return 1
